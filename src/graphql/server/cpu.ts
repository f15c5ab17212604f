/** Asking the system for the CPU time takes as long as pricing a short document. */
const SAMPLE_LIFE_MS = 5;

interface Sample {
  readonly at: number;
  readonly cpu: NodeJS.CpuUsage;
}

let last: Sample | undefined;

/** Returns a recent sample of the CPU time, at most some milliseconds old. */
function sampleAt(at: number): Sample {
  const sample = last && at - last.at < SAMPLE_LIFE_MS ? last : { at, cpu: process.cpuUsage() };
  last = sample;
  return sample;
}

/**
 * Returns the CPU time of `work` in milliseconds. The wall clock includes other processes, and the CPU time of this
 * process includes its other threads and what ran since the sample, so the result is the smaller of the two. For work
 * that takes almost no time, the system is not asked again.
 */
export function measured<T>(work: () => T): { readonly result: T; readonly ms: number } {
  const began = performance.now();
  const { cpu } = sampleAt(began);
  const result = work();
  const ms = performance.now() - began;
  if (ms < 1) return { result, ms };
  const { user, system } = process.cpuUsage(cpu);
  return { result, ms: Math.min(ms, (user + system) / 1000) };
}
