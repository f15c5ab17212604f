import { defineConfig } from 'vitest/config';

/** The manifests against the schemas of Kubernetes' API, which are a package of their own. */
export default defineConfig({ test: { include: ['test/kubernetes/*.test.ts'] } });
