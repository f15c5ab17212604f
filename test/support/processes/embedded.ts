import { FORGETFUL } from '../../../scripts/scratch-server.ts';
import { startEmbedded } from '../../../src/platform/database/embedded/embedded.ts';

// A service's process in short: serves the directory until it is killed.
const [, , dataDir = ''] = process.argv;
const server = await startEmbedded({ dataDir, settings: FORGETFUL });
console.log(JSON.stringify({ url: server.url, pid: process.pid }));
setInterval(() => undefined, 1_000);
