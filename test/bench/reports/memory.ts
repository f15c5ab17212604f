import { readFile, writeFile } from 'node:fs/promises';

/** Begins a new count of this process's highest memory (Linux). */
export async function resetPeak(): Promise<void> {
  await writeFile('/proc/self/clear_refs', '5').catch(() => {});
}

/** The highest memory of a process so far, in MB (Linux). */
export async function peakMb(pid: number | string = 'self'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** The highest memory of one of this process's engine children so far, in MB (Linux). */
export async function childrenPeakMb(): Promise<number> {
  const place = `/proc/${process.pid}/task/${process.pid}/children`;
  const pids = (await readFile(place, 'utf8').catch(() => '')).split(' ').filter(Boolean);
  const peaks = pids.map(async (pid) => {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.includes('engine-child') ? peakMb(pid) : 0;
  });
  return Math.max(0, ...(await Promise.all(peaks)));
}
