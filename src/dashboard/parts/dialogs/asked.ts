let asked: string | undefined;

/** Opens the dialog of this title on the page that is shown next. */
export function askDialog(title: string): void {
  asked = title;
}

/** Whether that is this one; it is asked for once. */
export function takeAsked(title: string): boolean {
  if (asked !== title) return false;
  asked = undefined;
  return true;
}
