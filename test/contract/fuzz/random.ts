import { randomFrom } from '../../domain/reporting/report/random.ts';

export type Random = ReturnType<typeof randomFrom>;
export { randomFrom };
