#!/bin/sh
# Creates the secrets of compose.yaml in deploy/secrets. Existing ones stay unchanged.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir -p secrets
random() { head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
keep() { [ -s "secrets/$1" ] || printf '%s' "$2" > "secrets/$1"; }
keep database_password "$(random)"
keep database_url "postgres://recto:$(cat secrets/database_password)@database:5432/recto"
keep secret_key "$(random)"
keep store_key "$(random)"
keep store_config "{\"identities\":[{\"name\":\"recto\",\"credentials\":[{\"accessKey\":\"recto\",\"secretKey\":\"$(cat secrets/store_key)\"}],\"actions\":[\"Read:recto\",\"Write:recto\",\"List:recto\"]}]}"
keep grafana_password "$(random)"
# Containers read the files as users with other ids.
chmod 755 secrets && chmod 644 secrets/*
