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
peppered = Model.new(4, "pepper-ü-of-the-application")
made = {
  bcrypt => passwords.to_h { |password| [password, BCrypt::Password.create(password, cost: 4).to_s] },
  devise => passwords.to_h { |password| [password, Devise::Encryptor.digest(Model.new(4, nil), password)] },
  "#{devise} with a pepper" => passwords.to_h { |password| [password, Devise::Encryptor.digest(peppered, password)] },
}
puts JSON.pretty_generate(made)
