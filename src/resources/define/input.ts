import type { z } from 'zod';
import { isRecord } from '../../platform/text/typed.ts';
import type { ResourceContext } from '../context.ts';
import { ValidationError, type ValidationIssue } from '../errors.ts';
import { ignoreField } from './ignored-fields.ts';
import type { Fields, InputDefinition } from './input-definition.ts';
import { cutPath, MAX_ISSUES, pathText } from './issues.ts';
import { withoutOlderValues } from './older-values.ts';
import { shapeOf } from './schemas.ts';
import { acceptedParts, nullsIn, overlongLists, unknownPaths, withoutUnsetValues } from './sent-values.ts';
import { knownParts, knownShape } from './undocumented.ts';

export { defineInput, type Fields, type InputDefinition } from './input-definition.ts';
export { isRecord };

/**
 * Collects all problems of an input, so that they are reported at once. Invalid values at any depth are
 * absent from the result of `parse`, including required fields of list items. Rules check the rest.
 */
export class Problems {
  readonly #issues: ValidationIssue[] = [];
  /** The number of problems that were found after the limit was reached. */
  #more = 0;
  /** For lists with rejected items: the original indexes of the items that `parse` returns. */
  readonly #places = new Map<string, number[]>();
  /** The paths that `parse` rejected. A value is reported once, so rules add no further problems to it. */
  readonly #refused: string[] = [];

  /** The first problems, up to the limit. */
  get issues(): readonly ValidationIssue[] {
    return this.#issues;
  }

  /** The number of all problems. */
  get count(): number {
    return this.#issues.length + this.#more;
  }

  /** Adds a problem. `message` does not contain the path: "is required". */
  add(path: string, message: string): void {
    if (this.#isRefused(this.#asSent(path))) return;
    if (this.#isFull()) this.#more += 1;
    else this.#push(this.#asSent(path), this.#asSent(message));
  }

  /** Adds a problem with a documented message that is used unchanged, without the path. */
  addWorded(path: string, sentence: string): void {
    if (this.#isFull()) this.#more += 1;
    else this.#issues.push({ path: this.#asSent(path), message: sentence });
  }

  /** Adds problems that are counted but not reported one by one. */
  addUnlisted(count: number): void {
    this.#more += count;
  }

  /**
   * Returns whether the value at the path, or anything in it, was rejected. Returns true if problems were
   * not collected, because it is unknown then.
   */
  has(path: string): boolean {
    if (this.#more > 0) return true;
    const sent = this.#asSent(path);
    return this.#issues.some(
      (issue) =>
        issue.path === sent || issue.path.startsWith(`${sent}.`) || issue.path.startsWith(`${sent}[`),
    );
  }

  throwIfAny(): void {
    const error = this.error();
    if (error) throw error;
  }

  /** Returns the error that `throwIfAny` throws. */
  error(): ValidationError | undefined {
    return this.count > 0 ? new ValidationError(this.#issues, this.#more) : undefined;
  }

  #isFull(): boolean {
    return this.#issues.length >= MAX_ISSUES;
  }

  /** Throws ValidationError if there is any problem. Otherwise, the result of `parse` is complete. */
  complete<Shape extends z.ZodRawShape>(
    fields: Partial<Fields<Shape>>,
    _definition: InputDefinition<Shape>,
  ): Fields<Shape> {
    this.throwIfAny();
    return fields as Fields<Shape>;
  }

  /**
   * Validates all fields. A null that a field does not accept is rejected in an update, and counts as not
   * sent in a create. Values of `stored` that an enum no longer has are accepted as unchanged, and absent from the
   * result.
   */
  parse<Shape extends z.ZodRawShape>(
    ctx: ResourceContext,
    definition: InputDefinition<Shape>,
    input: unknown,
    stored?: object,
  ): Partial<Fields<Shape>> {
    if (!isRecord(input)) {
      this.add('', 'must be a JSON object');
      return {};
    }
    const shape = knownShape(ctx, shapeOf(definition.fields));
    const raw = stored ? withoutOlderValues(shape, input, stored) : input;
    const accepted: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(shape)) {
      const whole = Object.hasOwn(raw, name) ? raw[name] : undefined;
      const tooLong = overlongLists(field, whole, [name]);
      if (tooLong.length > 0) {
        for (const { path, max } of tooLong) this.#refuse(pathText(path), `must have at most ${max} items`);
        continue;
      }
      const sent = knownParts(ctx, field, whole);
      const nulls = definition.isUpdate ? nullsIn(field, sent, [name]) : [];
      for (const path of nulls) this.#refuse(path, 'must not be null');
      const value = withoutUnsetValues(field, sent);
      const result = field.safeParse(value);
      if (result.success) {
        if (result.data !== undefined) accepted[name] = result.data;
      } else {
        // Report only the first reason: that an empty text is not a time zone either does not help.
        const reasons = new Map<string, string>();
        for (const issue of result.error.issues) {
          const path = pathText([name, ...issue.path]);
          if (!reasons.has(path) && !nulls.includes(path)) reasons.set(path, messageOf(issue));
        }
        for (const [path, reason] of reasons) this.#refuse(path, reason);
        // Rules cannot add to a full list, and parsing each part of a megabyte is expensive.
        const rest = this.#isFull()
          ? undefined
          : acceptedParts(field, value, { at: [name], places: this.#places });
        if (rest !== undefined) accepted[name] = rest;
      }
    }
    for (const { path, reason } of ctx.refusedFields) if (!this.#isRefused(path)) this.#refuse(path, reason);
    this.#unknown(ctx, definition, raw);
    return accepted as Partial<Fields<Shape>>;
  }

  /** Replaces indexes of valid items, which rules use, with the original indexes, which the caller knows. */
  #asSent(text: string): string {
    return text.replace(/(?<![\w.])([\w.]+)\[(\d+)\]/g, (whole, name: string, index: string) => {
      const place = this.#places.get(name)?.[Number(index)];
      return place === undefined ? whole : `${name}[${place}]`;
    });
  }

  #refuse(path: string, message: string): void {
    if (!this.#isFull()) this.#refused.push(path);
    this.#found(path, message);
  }

  /**
   * Returns whether `parse` rejected the value at the path, a value that contains it, or a field of the
   * list item at the path.
   */
  #isRefused(path: string): boolean {
    return this.#refused.some(
      (refused) =>
        refused === path ||
        path.startsWith(`${refused}.`) ||
        path.startsWith(`${refused}[`) ||
        (path.endsWith(']') && refused.startsWith(`${path}.`)),
    );
  }

  #found(path: string, message: string): void {
    if (this.#isFull()) this.#more += 1;
    else this.#push(path, message);
  }

  #push(sent: string, message: string): void {
    const path = cutPath(sent);
    this.#issues.push({ path, message: path === '' ? capital(message) : `${path} ${message}` });
  }

  #unknown(ctx: ResourceContext, definition: InputDefinition<z.ZodRawShape>, raw: Record<string, unknown>) {
    const refused = new Set(ctx.refusedFields.map(({ path }) => path));
    for (const path of unknownPaths(ctx, definition.fields, raw)) {
      if (definition.readOnly.includes(path) || refused.has(path)) continue;
      if (definition.keepsUnknown && Object.hasOwn(raw, path)) continue;
      if (definition.refusesUnknown) this.#found(path, 'is not supported');
      else if (ctx.config.strictFields) this.#found(path, 'is not a known field');
      else ignoreField(ctx, path);
    }
  }
}

/**
 * A missing field that accepts any value is the only case for which the schemas of the kinds have no
 * message.
 */
function messageOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' && issue.expected === 'nonoptional' ? 'is required' : issue.message;
}

function capital(message: string): string {
  return `The input ${message}`;
}
