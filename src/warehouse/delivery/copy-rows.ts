const SIZE = 1 << 20;
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const END = Buffer.from([0xff, 0xff]);

/** Writes rows in the binary format of PostgreSQL's COPY. */
export class CopyRows {
  private buffer = Buffer.allocUnsafeSlow(SIZE);
  private view = new DataView(this.buffer.buffer);
  private at = 0;
  private full: Buffer[] = [SIGNATURE];

  /** Begins a row of at most `bytes` bytes. */
  row(fields: number, bytes: number): void {
    if (this.at + bytes > SIZE) this.flush();
    this.view.setInt16(this.at, fields);
    this.at += 2;
  }

  int4(value: number): void {
    this.size(4);
    this.raw(value);
  }

  /** Appends a 64-bit number, given as its upper and lower half. */
  int8(high: number, low: number): void {
    this.size(8);
    this.raw(high);
    this.raw(low);
  }

  text(value: string): void {
    this.size(value.length);
    this.at += this.buffer.write(value, this.at, 'latin1');
  }

  /** Appends the length of the next field. */
  size(bytes: number): void {
    this.raw(bytes);
  }

  /** Appends four bytes of a field. */
  raw(value: number): void {
    this.view.setInt32(this.at, value);
    this.at += 4;
  }

  bytes(value: Uint8Array): void {
    this.buffer.set(value, this.at);
    this.at += value.length;
  }

  /** Returns the full buffers, which can be sent. */
  take(): Buffer[] {
    const ready = this.full;
    this.full = [];
    return ready;
  }

  /** Returns the rest, with the trailer. */
  end(): Buffer[] {
    this.flush();
    return [...this.take(), END];
  }

  private flush(): void {
    this.full.push(this.buffer.subarray(0, this.at));
    this.buffer = Buffer.allocUnsafeSlow(SIZE);
    this.view = new DataView(this.buffer.buffer);
    this.at = 0;
  }
}
