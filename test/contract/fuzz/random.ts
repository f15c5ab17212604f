import { randomFrom } from '../../domain/report/random.ts';

export type Random = ReturnType<typeof randomFrom>;
export { randomFrom };
