#!/usr/bin/env bash
# Installs what `npm run test:cluster` starts, from Debian's packages: OpenStack Swift with memcached,
# PostgreSQL 15 and Redis.
set -euo pipefail
[ "$(id -u)" = 0 ] || exec sudo "$0" "$@"
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
  swift-proxy swift-account swift-container swift-object memcached postgresql-15 redis-server
