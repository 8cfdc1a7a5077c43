"""Hashes by Django; see README.md. `python make_django.py` prints JSON."""

import json
from pathlib import Path

import django
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher, PBKDF2SHA1PasswordHasher, make_password

settings.configure()
passwords = json.loads((Path(__file__).parent / "passwords.json").read_text())
sha256, sha1 = PBKDF2PasswordHasher(), PBKDF2SHA1PasswordHasher()
by = f"Django {django.get_version()}"
made = {
    by: {password: make_password(password) for password in passwords[:2]},
    f"{by} with few iterations": {password: sha256.encode(password, sha256.salt(), 1000) for password in passwords},
    f"{by} with SHA-1": {password: sha1.encode(password, sha1.salt(), 1000) for password in passwords},
}
print(json.dumps(made, ensure_ascii=False, indent=2))
