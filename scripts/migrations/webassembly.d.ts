// TypeScript has these in its browser library only.
declare namespace WebAssembly {
  type Module = object;
  type Imports = Record<string, object>;
  interface Instance {
    readonly exports: Record<string, unknown>;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
  function instantiate(module: Module, imports: Imports): Promise<Instance>;
}
