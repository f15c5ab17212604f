/** Prints a figure and whether it meets its aim. */
export function report(name: string, value: number, unit: string, aim: number): void {
  const verdict = value <= aim ? 'met' : 'missed';
  console.log(`${name.padEnd(40)} ${value.toFixed(0).padStart(6)} ${unit.padEnd(2)}  aim ${aim} ${verdict}`);
}
