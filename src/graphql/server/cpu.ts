/**
 * Returns the CPU time of `work` in milliseconds. The wall clock includes other processes, and the CPU time of this
 * process includes its other threads: the result is the smaller of the two.
 */
export function measured<T>(work: () => T): { readonly result: T; readonly ms: number } {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  const result = work();
  const { user, system } = process.cpuUsage(cpu);
  return { result, ms: Math.min(performance.now() - began, (user + system) / 1000) };
}
