/**
 * Calls `work` `each` times in each of the processes, `atOnce` calls at a time, which is as many as the store takes
 * without a queue.
 */
export async function callConcurrently<Process, Result>(options: {
  processes: readonly Process[];
  each: number;
  atOnce: number;
  work: (process: Process) => Promise<Result>;
}): Promise<Result[]> {
  const { processes, each, atOnce, work } = options;
  const lane = async (process: Process) => {
    const results: Result[] = [];
    for (let n = 0; n < each / atOnce; n += 1) results.push(await work(process));
    return results;
  };
  const lanes = processes.flatMap((process) => Array.from({ length: atOnce }, () => lane(process)));
  return (await Promise.all(lanes)).flat();
}
