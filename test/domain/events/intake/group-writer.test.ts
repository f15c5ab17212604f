import { describe, expect, it } from 'vitest';
import { UnavailableError, ValidationError } from '../../../../src/domain/errors.ts';
import { GroupWriter } from '../../../../src/domain/events/intake/group-writer.ts';

/** A writer whose flushes end when the test says so. */
function writer(options: { bytes?: number; rows?: number } = {}) {
  const flushes: { items: readonly string[]; end: (error?: unknown) => void }[] = [];
  const group = new GroupWriter<string, string>({
    flush: (items) =>
      new Promise((resolve, reject) => {
        flushes.push({
          items,
          end: (error) => (error === undefined ? resolve(items.map((item) => `${item}!`)) : reject(error)),
        });
      }),
    sizeOf: () => ({ rows: options.rows ?? 1, bytes: options.bytes ?? 1 }),
    seatOf: (item) => item.charCodeAt(0),
  });
  return { group, flushes };
}

const tick = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const sqlError = (code: string) => Object.assign(new Error('no'), { code });

describe('GroupWriter', () => {
  it('sends together what arrived together, and nothing is answered before its flush is done', async () => {
    const { group, flushes } = writer();
    const answers: string[] = [];
    const writes = ['a', 'b', 'c'].map((item) => group.write(item).then((answer) => answers.push(answer)));
    await tick();
    expect(flushes.map(({ items }) => items)).toEqual([['a', 'b', 'c']]);
    expect(answers).toEqual([]);
    flushes[0]?.end();
    await Promise.all(writes);
    expect(answers).toEqual(['a!', 'b!', 'c!']);
  });

  it('runs two flushes at most; what arrives meanwhile forms the next group', async () => {
    const { group, flushes } = writer();
    for (const item of ['a', 'b', 'c', 'd']) {
      void group.write(item);
      await tick();
    }
    expect(flushes.map(({ items }) => items)).toEqual([['a'], ['b']]);
    flushes[1]?.end();
    await tick();
    expect(flushes[2]?.items).toEqual(['c', 'd']);
  });

  it('a value that cannot be stored fails alone', async () => {
    const { group, flushes } = writer();
    const writes = ['a', 'bad', 'c'].map((item) => group.write(item));
    const settled = Promise.allSettled(writes);
    await tick();
    for (let n = 0; n < 4; n += 1) {
      const bad = flushes[n]?.items.includes('bad');
      flushes[n]?.end(bad ? sqlError('22003') : undefined);
      await tick();
    }
    expect(await settled).toMatchObject([
      { value: 'a!' },
      { reason: expect.any(ValidationError) },
      { value: 'c!' },
    ]);
  });

  it('a group that conflicts with another one is retried once', async () => {
    const { group, flushes } = writer();
    const write = group.write('a');
    await tick();
    flushes[0]?.end(sqlError('40P01'));
    await tick();
    flushes[1]?.end();
    expect(await write).toBe('a!');
  });

  it('while the database is unavailable no request waits for it', async () => {
    const { group, flushes } = writer();
    const writes = Promise.allSettled(
      ['a', 'b', 'c'].map(async (item, n) => {
        for (let i = 0; i < n; i += 1) await tick();
        return group.write(item);
      }),
    );
    for (let n = 0; n < 6; n += 1) await tick();
    expect(flushes).toHaveLength(2);
    flushes[0]?.end(sqlError('57P01'));
    flushes[1]?.end(sqlError('57P01'));
    expect((await writes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(flushes).toHaveLength(2);
  });

  it('refuses what is more than the queue holds, and takes more once it is shorter', async () => {
    const { group, flushes } = writer({ bytes: 10 * 1024 * 1024 });
    const writes = Array.from({ length: 6 }, (_, n) => group.write(String(n)));
    await expect(group.write('one too many')).rejects.toBeInstanceOf(UnavailableError);
    await tick();
    for (let n = 0; n < 6; n += 1) {
      flushes[n]?.end();
      await tick();
    }
    expect(await Promise.all(writes)).toHaveLength(6);
    const late = group.write('late');
    await tick();
    flushes.at(-1)?.end();
    expect(await late).toBe('late!');
  });

  it('leaves room for other seats when one of them has filled its share of the queue', async () => {
    const { group } = writer({ bytes: 10 * 1024 * 1024 });
    for (const n of [1, 2, 3, 4]) void group.write(`a${n}`);
    await expect(group.write('a5')).rejects.toBeInstanceOf(UnavailableError);
    void group.write('b1');
    void group.write('c1');
    await expect(group.write('d1')).rejects.toBeInstanceOf(UnavailableError);
  });

  it('serves seats equally when more waits than fits into a group', async () => {
    const { group, flushes } = writer({ rows: 500 });
    void group.write('a first');
    await tick();
    void group.write('a second');
    await tick();
    for (const n of [1, 2, 3, 4, 5, 6]) void group.write(`a${n}`);
    for (const n of [1, 2]) void group.write(`b${n}`);
    flushes[0]?.end();
    await tick();
    expect(flushes[2]?.items).toEqual(['a1', 'b1', 'a2', 'b2']);
    flushes[1]?.end();
    await tick();
    expect(flushes[3]?.items).toEqual(['a3', 'a4', 'a5', 'a6']);
  });
});
