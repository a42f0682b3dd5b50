/** A binary heap: the smallest item first. */
export function createHeap<T>(compare: (left: T, right: T) => number) {
  const items: T[] = [];

  const isBefore = (left: number, right: number) => compare(items[left] as T, items[right] as T) < 0;
  function swap(left: number, right: number) {
    const item = items[left] as T;
    items[left] = items[right] as T;
    items[right] = item;
  }
  function sink() {
    for (let at = 0; ; ) {
      let smallest = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < items.length && isBefore(child, smallest)) smallest = child;
      if (smallest === at) return;
      swap(at, smallest);
      at = smallest;
    }
  }

  return {
    peek: (): T | undefined => items[0],
    push(item: T) {
      let at = items.push(item) - 1;
      for (let parent = (at - 1) >> 1; at > 0 && isBefore(at, parent); parent = (at - 1) >> 1) {
        swap(at, parent);
        at = parent;
      }
    },
    pop(): T | undefined {
      const first = items[0];
      const last = items.pop();
      if (items.length > 0) {
        items[0] = last as T;
        sink();
      }
      return first;
    },
  };
}
