/** Members of any kind -> a gzipped tar archive, also one that no honest program would write. */
import { gzipSync } from 'node:zlib';

export interface Member {
  readonly name: string;
  readonly content?: string | Buffer;
  /** `0` file, `1` link, `2` symlink, `3` device, `5` directory, `L` long name, `x` pax header. */
  readonly flag?: string;
  readonly target?: string;
  readonly mode?: number;
  /** Instead of the content's own. */
  readonly size?: number;
}

export const chartYaml: Member = { name: 'shop/Chart.yaml', content: 'name: shop\nversion: 1.0.0\n' };

export function tarball(members: readonly Member[]): Buffer {
  return gzipSync(Buffer.concat([...members.map(block), Buffer.alloc(1024)]));
}

function block({ name, content = '', flag = '0', target = '', mode = 0o644, size }: Member): Buffer {
  const body = Buffer.from(content);
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write(`${mode.toString(8).padStart(7, '0')}\0`, 100);
  header.write(`${(size ?? body.length).toString(8).padStart(11, '0')}\0`, 124);
  header.write('        ', 148);
  header.write(flag, 156);
  header.write(target, 157, 100);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
}
