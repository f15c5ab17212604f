import { type InputHTMLAttributes, useEffect, useRef } from 'react';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  /** What the address says. */
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** A text that the address keeps. It follows the address, such as after Back, but not while somebody types in it. */
export function AddressInput({ text, onText, ...given }: Props) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const input = ref.current;
    if (input && input !== document.activeElement) input.value = text;
  }, [text]);
  return (
    <input ref={ref} {...given} defaultValue={text} onChange={({ target: { value } }) => onText(value)} />
  );
}
