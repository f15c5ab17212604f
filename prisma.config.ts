import { defineConfig } from 'prisma/config';

// `prisma generate` needs no schema engine; naming any executable here keeps the CLI from downloading one.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
});
