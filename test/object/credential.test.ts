import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMask } from '../../src/object/mask.ts';
import { isSecretKey } from '../../src/object/secret-key.ts';

const random = 'q8Zr2TgW7xLm4Kd9Vb3Nf6Yh1Cs5Pj0Qa8Ew2Rt';

const shaped: Readonly<Record<string, string>> = {
  'a PEM private key': `-----BEGIN RSA PRIVATE KEY-----\n${random}\n-----END RSA PRIVATE KEY-----`,
  'a private key that was cut': `-----BEGIN PRIVATE KEY-----\n${random}`,
  'a private key in base64': Buffer.from(`-----BEGIN PRIVATE KEY-----\n${random}`).toString('base64'),
  'a JWT': 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl',
  'a GitHub token': `ghp_${random.slice(0, 36)}`,
  'a GitHub installation token with dots and 520 characters': `ghs_${`${random}.`.repeat(13)}`.slice(0, 520),
  'a GitHub fine-grained token': `github_pat_11ABCDEFG0_${random}`,
  'an AWS access key': 'AKIAIOSFODNN7EXAMPLE',
  'a Slack token': 'xoxb-123456789012-abcdefghij',
  'a Google API key': `AIza${'SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9'.slice(0, 35)}`,
  'a long random token': random,
};

for (const [what, secret] of Object.entries(shaped)) {
  test(`${what} is hidden by its shape`, () => {
    const masked = createMask().text(`before ${secret} after`);
    assert.ok(masked.startsWith('before ***'), masked);
    for (let at = 0; at + 12 <= secret.length; at += 12) {
      assert.ok(!masked.includes(secret.slice(at, at + 12)), masked);
    }
  });
}

const byKey: readonly (readonly [string, string])[] = [
  ['postgres://app:hunter2@db:5432/x', 'postgres://app:***@db:5432/x'],
  ['Authorization: Bearer abc.def.123', 'Authorization: ***'],
  ['curl -H "Authorization: Basic YWxhZGRpbjpvcGVu"', 'curl -H "Authorization: ***'],
  ['password=hunter2 host=db', 'password=***'],
  ['dsn host=db password=hunter2 dbname=x', 'dsn host=db password=*** dbname=x'],
  ['token: hunter2', 'token: ***'],
  ['"clientSecret": "hun\\"ter2", "id": "x"', '"clientSecret": "***", "id": "x"'],
  ['{\\"password\\":\\"hunter2\\",\\"user\\":\\"x\\"}', '{\\"password\\":\\"***\\",\\"user\\":\\"x\\"}'],
  ['run --api-key hunter2 --port 80', 'run --api-key *** --port 80'],
  ['run --password=hunter2 --port=80', 'run --password=*** --port=80'],
  ['message: "failed with password=hunter2"', 'message: "failed with password=***"'],
  ['  password: |\n    hunter2\n    more\n  user: x', '  password: |\n***  user: x'],
  ['curl -u admin:hunter2 http://x', 'curl -u admin:*** http://x'],
  ['DB_PASS=hunter2', 'DB_PASS=***'],
  ['export PASS=hunter2', 'export PASS=***'],
  ['MYSQL_PWD=hunter2', 'MYSQL_PWD=***'],
  ['dbPass: hunter2', 'dbPass: ***'],
  ['<password>hunter2</password>', '<password>***</password>'],
  ['<db:token>hunter2</db:token>', '<db:token>***</db:token>'],
  ['<password type="plain">hunter2</password>', '<password type="plain">***</password>'],
  ['<password><![CDATA[hun<ter2]]></password>', '<password><![CDATA[***]]></password>'],
  ['<user name="a" password="hunter2"/>', '<user name="a" password="***"/>'],
  ["<user name='a' password='hunter2'/>", "<user name='a' password='***'/>"],
  ['<property name="db.password" value="hunter2"/>', '<property name="db.password" value="***"/>'],
  ['<property value="hunter2" name="db.password"/>', '<property value="***" name="db.password"/>'],
  ['<entry key="api-key">hunter2</entry>', '<entry key="api-key">***</entry>'],
  ['<name>a.password</name>\n<value>hunter2</value>', '<name>a.password</name>\n<value>***</value>'],
];

for (const [text, masked] of byKey) {
  test(`the secret part of ${JSON.stringify(text)} is hidden`, () => {
    assert.equal(createMask().text(text), masked);
  });
}

const plain: readonly string[] = [
  'registry.example.com:5000/team/app@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '4019c87367ba4019c87367ba4019c87367ba4019',
  'uid 5b0f00a0-8818-4c7d-859a-2feaa0c55ad0 resourceVersion 1234567',
  'requiredDuringSchedulingIgnoredDuringExecution',
  'secretName: web-tls',
  'secretKeyRef: web',
  'existingSecret: web-db',
  'tokenReview: v1',
  'password: ${DB_PASSWORD}',
  'token: {{ .Values.token }}',
  'automountServiceAccountToken: false',
  'tokenExpirationSeconds: 3600',
  'github.com/Example/Repository2/pkg/api/v1beta1/Types3',
  'my-very-long-deployment-name-with-many-parts-7d4b9c6f5d-x2x4z',
  'https://charts.example.com/stable',
  'BYPASS=everything',
  'compass: north',
  'passThrough: some',
  'proxy_pass: http://web',
  'DB_PASS=true',
  'DB_PORT=5432',
  '<port>5432</port>',
  '<bypass>some</bypass>',
  '<password>${env.PASSWORD}</password>',
  '<token enabled="true">false</token>',
  'login <token> and then <password> to the server',
  '<name>host</name><value>db</value>',
];

for (const text of plain) {
  test(`nothing is hidden in ${JSON.stringify(text)}`, () => {
    assert.equal(createMask().text(text), text);
  });
}

test('key names are judged by their words', () => {
  const secret =
    'password passwd DB_PASSWORD apiKey api_key client_secret clientSecret private_key token connectionString ' +
    'AWS_SECRET_ACCESS_KEY secretKey PASSWORD_PROD password2 github.com/token --token MYSQL_ROOT_PASSWORD redisPassword';
  const plainKeys =
    'secretName tokenReview secretKeyRef imagePullSecrets passwordFile tokenTTL apiKeyHeader author monkey ' +
    'secretStoreRef key publicKey keys tokenSecretName secret.example.com/reload privateKeySecretRef existingSecret';
  for (const key of secret.split(' ')) assert.ok(isSecretKey(key), key);
  for (const key of plainKeys.split(' ')) assert.ok(!isSecretKey(key), key);
});

test('hostile markup is read in little time', () => {
  const parts = ['<a x="', "<a x='", '<a ', '<password>', '<name>a', '<![CDATA[', '<password><![CDATA['];
  const start = process.cpuUsage();
  for (const part of parts) createMask().text(part.repeat(20_000));
  const { user } = process.cpuUsage(start);
  assert.ok(user < 5_000_000, String(user));
});
