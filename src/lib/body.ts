/** Reads bodies of responses and requests, whose size is not known. */

/** Reads a body until it exceeds `maxBytes`; the memory for a body has no other limit. `isWhole` is false if it does. */
export async function readBody(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, maxBytes: number) {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) break; // which destroys the stream and its connection
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks));
  return { text, bytes, isWhole: bytes <= maxBytes };
}
