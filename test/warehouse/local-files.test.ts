import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { createLocalFiles } from '../../src/warehouse/local-files.ts';
import { fileStoreContract } from './file-store-contract.ts';

const root = await mkdtemp(join(tmpdir(), 'local-files-'));
afterAll(() => rm(root, { recursive: true, force: true }));

describe('a directory of this machine', () => fileStoreContract(async () => createLocalFiles(root)));
