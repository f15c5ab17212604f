#!/usr/bin/env bash
# Nothing but curl and openssl: a token, then the advertisers. Set URL, CLIENT_ID and CLIENT_SECRET.
set -euo pipefail

base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }

now=$(date +%s)
endpoint="$URL/identity/oauth2/access_token"
header=$(printf '{"alg":"HS256","typ":"JWT"}' | base64url)
claims=$(printf '{"aud":"%s?realm=dsp","iss":"%s","sub":"%s","iat":%s,"exp":%s,"jti":"%s"}' \
  "$endpoint" "$CLIENT_ID" "$CLIENT_ID" "$now" "$((now + 600))" "$(openssl rand -hex 16)" | base64url)
signature=$(printf '%s.%s' "$header" "$claims" | openssl dgst -sha256 -hmac "$CLIENT_SECRET" -binary | base64url)

token=$(curl -sS --fail-with-body "$endpoint" -d grant_type=client_credentials \
  -d client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer \
  -d client_assertion="$header.$claims.$signature" -d realm=dsp -d scope=dsp-api-access |
  sed 's/.*"access_token":"\([^"]*\)".*/\1/')

curl -sS --fail-with-body "$URL/traffic/advertisers?limit=3" \
  -H 'X-Auth-Method: OAuth2' -H "X-Auth-Token: $token"
