<?php
// Hashes by WordPress; see README.md. `php make_wordpress.php <folder of WordPress>` prints JSON.

define('ABSPATH', rtrim($argv[1], '/') . '/');
define('WPINC', 'wp-includes');
require ABSPATH . WPINC . '/version.php';
require ABSPATH . WPINC . '/plugin.php';
require ABSPATH . WPINC . '/functions.php';
require ABSPATH . WPINC . '/pluggable.php';

$passwords = json_decode(file_get_contents(__DIR__ . '/passwords.json'));
$made = [];
foreach ($passwords as $password) {
    // As `wp_magic_quotes()` does with each form before any code of WordPress sees it. Its pages hash the result.
    $post = add_magic_quotes(['pass1' => $password]);
    $made["WordPress $wp_version, its pages"][$password] = wp_hash_password($post['pass1']);
    $made["WordPress $wp_version, a program"][$password] = wp_hash_password($password);
}
echo json_encode($made, JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
