/** The URL of a program that may still be starting -> whether it answers 200 there. */
import { request } from 'undici';

export async function answers(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(url);
    await body.dump();
    return statusCode === 200;
  } catch {
    // Nobody listens yet.
    return false;
  }
}
