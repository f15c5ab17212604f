# Build: everything, compiled. Debian, because the warehouse's engine comes as a glibc binary.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc prisma.config.ts tsconfig.json ./
COPY codegen.ts schema.graphql openapi.json ./
COPY scripts scripts
COPY prisma prisma
COPY src src
COPY docs docs
# docker build --build-arg SOURCE_COMMIT=$(git rev-parse --short=12 HEAD) .
ARG SOURCE_COMMIT
RUN npm ci --ignore-scripts && npm run build && npm prune --omit=dev --ignore-scripts && node scripts/prune-production.mjs

# Run: what production needs, as nobody of importance.
FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 FLIGHTLINE_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json /app/schema.graphql /app/openapi.json /app/trusted-documents.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/prisma prisma
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.FLIGHTLINE_OPERATIONS_PORT||process.env.PORT)+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--max-semi-space-size=32", "--heap-growing-percent=60", "dist/main.js"]
