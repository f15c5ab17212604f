/**
 * How many milliseconds of CPU `work` takes. The clock counts what other processes do meanwhile, and the CPU of this
 * process what its other threads do: the work itself takes no more than either.
 */
export function measured<T>(work: () => T): { readonly result: T; readonly ms: number } {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  const result = work();
  const { user, system } = process.cpuUsage(cpu);
  return { result, ms: Math.min(performance.now() - began, (user + system) / 1000) };
}
