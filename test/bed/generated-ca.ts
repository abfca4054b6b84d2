/** The serving certificate that a Kubernetes server made for itself at its start -> the CA that signed it, as PEM. */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { BedError } from './bed-error.ts';

/**
 * A Kubernetes server without a certificate makes a CA and signs its own with it, for 127.0.0.1 and its service names,
 * and writes both into one file (client-go, util/cert). So the bed has a CA of its own for each start, without openssl
 * or a library for certificates.
 */
export async function readGeneratedCa(certificateFile: string): Promise<string> {
  const pem = await readFile(certificateFile, 'utf8');
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----\n/gu) ?? [];
  const ca = blocks.find((block) => new X509Certificate(block).ca);
  if (ca === undefined) throw new BedError(`${certificateFile} holds no CA certificate`);
  return ca;
}
