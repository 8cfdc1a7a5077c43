# Hashes by Devise and the gem bcrypt; see README.md. `ruby make_ruby.rb` prints JSON.

require "json"
require "active_support/all"
require "bcrypt"
require "devise/encryptor"
require "devise/version"

# As a model of Devise, with the part of its config that decides about hashes.
Model = Struct.new(:stretches, :pepper)

passwords = JSON.parse(File.read(File.join(__dir__, "passwords.json")))
bcrypt = "bcrypt #{Gem.loaded_specs["bcrypt"].version} (Ruby)"
devise = "devise #{Devise::VERSION}"
made = passwords.flat_map do |password|
  [
    { by: bcrypt, password:, hash: BCrypt::Password.create(password, cost: 4).to_s },
    { by: devise, password:, hash: Devise::Encryptor.digest(Model.new(4, nil), password) },
    {
      by: "#{devise} with a pepper",
      password:,
      hash: Devise::Encryptor.digest(Model.new(4, "pepper-ü-of-the-application"), password),
    },
  ]
end
puts JSON.pretty_generate(made)
