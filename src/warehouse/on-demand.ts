import type { Warehouse } from './load.ts';
import { openPooledWarehouse } from './open.ts';

/** A warehouse whose engine is started at first use, because most processes never need it. */
export interface WarehouseOnDemand {
  open(): Promise<Warehouse>;
  close(): Promise<void>;
}

export function warehouseOnDemand(options: Parameters<typeof openPooledWarehouse>[0]): WarehouseOnDemand {
  let opened: Promise<Warehouse> | undefined;
  return {
    open: () => {
      opened ??= openPooledWarehouse(options, { size: 1 }).catch((error) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    close: async () => {
      const warehouse = await opened?.catch(() => undefined);
      await warehouse?.engine.close();
    },
  };
}
