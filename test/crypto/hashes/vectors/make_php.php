<?php
// Hashes by PHP, as Laravel and Symfony store them; see README.md. `php make_php.php <kind>` prints JSON.

$passwords = json_decode(file_get_contents(__DIR__ . '/passwords.json'));
[$algorithm, $options] = [
    'bcrypt' => [PASSWORD_BCRYPT, ['cost' => 4]],
    'argon2id' => [defined('PASSWORD_ARGON2ID') ? PASSWORD_ARGON2ID : null, []],
][$argv[1]];
$hashes = array_map(fn($password) => password_hash($password, $algorithm, $options), $passwords);
echo json_encode(
    ['PHP ' . PHP_VERSION => array_combine($passwords, $hashes)],
    JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES,
);
