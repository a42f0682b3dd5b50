/** Types of the library that only the transactions of the suite use. */
declare module "@avalabs/avalanchejs" {
  interface ChainApi {
    getUTXOs(of: { addresses: string[]; sourceChain?: string }): Promise<{ utxos: Utxo[] }>;
  }
  export namespace avm {
    const newImportTx: (
      context: Context.Context,
      sourceChainId: string,
      utxos: Utxo[],
      to: Addresses,
      from: Addresses,
    ) => UnsignedTx;
  }
  export namespace pvm {
    const newImportTx: Build<{ sourceChainId: string; toAddressesBytes: Addresses }>;
  }
}
