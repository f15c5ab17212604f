/** Whether a creative shows the time left, so that its ads on native lines need a countdown (RULINGS T6). */
export function hasTimeMacro(creative: { title: string | null; description: string | null }): boolean {
  return [creative.title, creative.description].some((text) => text?.includes('{time}'));
}
