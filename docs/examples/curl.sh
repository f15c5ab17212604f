#!/usr/bin/env bash
# Nothing but curl and openssl: a token, then the advertisers. Set URL, CLIENT_ID and CLIENT_SECRET.
set -euo pipefail

base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }

now=$(date +%s)
endpoint="$URL/identity/oauth2/access_token"
uuid() { openssl rand -hex 16 | sed -E 's/(.{8})(.{4}).(.{3}).(.{3})(.{12})/\1-\2-4\3-8\4-\5/'; }
header=$(printf '{"alg":"HS256","typ":"JWT"}' | base64url)
claims=$(printf '{"aud":"%s?realm=dsp","iss":"%s","sub":"%s","iat":%s,"exp":%s,"jti":"%s"}' \
  "$endpoint" "$CLIENT_ID" "$CLIENT_ID" "$now" "$((now + 600))" "$(uuid)" | base64url)
# HMAC-SHA256 (RFC 2104) in two steps, since `openssl dgst -hmac` shows the secret to other users of the machine.
padded() {
  local LC_ALL=C at byte
  for ((at = 0; at < 64; at++)); do
    printf -v byte %d "'${CLIENT_SECRET:at:1}"
    printf "\\x$(printf %02x $((byte ^ $1)))"
  done
}
signature=$({ padded 0x5c; { padded 0x36; printf '%s.%s' "$header" "$claims"; } | openssl dgst -sha256 -binary; } |
  openssl dgst -sha256 -binary | base64url)

token=$(curl -sS --fail-with-body "$endpoint" -d grant_type=client_credentials \
  -d client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer \
  -d client_assertion="$header.$claims.$signature" -d realm=dsp -d scope=dsp-api-access |
  sed 's/.*"access_token":"\([^"]*\)".*/\1/')

curl -sS --fail-with-body "$URL/traffic/advertisers?limit=3" \
  -H 'X-Auth-Method: OAuth2' -H "X-Auth-Token: $token"
