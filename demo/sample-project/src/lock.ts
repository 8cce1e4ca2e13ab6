const held = new Map<string, number>();
export const lockSeconds = 90;

/** Takes the lock of one cart, or says that somebody else has it. */
export async function acquire(cart: string, now: number): Promise<boolean> {
  const until = held.get(cart);
  if (until !== undefined && until > now) return false;
  await audit(cart);
  held.set(cart, now + lockSeconds * 1000);
  return true;
}

async function audit(cart: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5));
  console.log(`lock asked for ${cart}`);
}
