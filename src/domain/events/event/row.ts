import { arrayLiteral } from '../../../platform/database/rows/array-literal.ts';
import { FIRST_MS } from './fields.ts';

/** A validated event. */
export interface CheckedEvent {
  readonly event_time: number | string;
  readonly action_source?: string | null;
  readonly action_source_url?: string | null;
  readonly user_data: Readonly<Record<string, string | null | undefined>>;
  readonly custom_data?: CustomData | null;
}

interface CustomData {
  readonly gv?: number | string | null;
  readonly value?: number | string | null;
  readonly ec?: string | null;
  readonly el?: string | null;
  readonly ea?: string | null;
  readonly product_id?: readonly string[] | string | null;
  readonly user_defined?: Readonly<Record<string, string>> | null;
}

/** Returns the columns of an event as text or numbers. `request` is the number of its request, starting at 1. */
export function eventRow(
  event: CheckedEvent,
  options: { request: number; position: number; operator: string },
) {
  const { user_data: user, custom_data: custom } = event;
  const { request, position, operator } = options;
  const time = Number(event.event_time);
  const list = productsOf(custom?.product_id);
  return {
    request,
    position,
    time: time >= FIRST_MS ? time / 1000 : time,
    source: event.action_source?.toLowerCase(),
    url: event.action_source_url,
    email: user.email || user.he || undefined,
    idfa: user.idfa || undefined,
    gpsaid: user.gpsaid || undefined,
    operatorUserId: user[`${operator}_id`] || undefined,
    gv: custom?.gv ?? custom?.value,
    ec: custom?.ec,
    el: custom?.el,
    ea: custom?.ea,
    productList: list.productList,
    products: list.products,
    userDefined: custom?.user_defined ? JSON.stringify(custom.user_defined) : undefined,
  };
}

/**
 * Returns the IDs as one text with commas, which PostgreSQL divides, or as an array literal if that is not possible.
 * Millions of IDs as texts of their own, with quotation marks, would take seconds.
 */
function productsOf(sent: CustomData['product_id']): { productList?: string; products?: string } {
  if (sent === undefined || sent === null) return {};
  const productList = listOf(sent);
  // PostgreSQL would make a list without IDs of an empty text.
  return productList ? { productList } : { products: arrayLiteral(productIds(sent)) ?? '{}' };
}

function listOf(sent: readonly string[] | string): string | undefined {
  if (typeof sent === 'string') return SPACE.test(sent) ? productIds(sent).join(',') : sent;
  return sent.some((id) => id.includes(',')) ? undefined : sent.join(',');
}

const SPACE = /\s/;

/** Returns the IDs of a list, which may be a text with commas. */
export const productIds = <Sent extends readonly unknown[]>(sent: string | Sent): Sent | string[] =>
  typeof sent === 'string' ? sent.split(',').map((id) => id.trim()) : sent;
