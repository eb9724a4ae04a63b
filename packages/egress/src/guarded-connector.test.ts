import fc from 'fast-check';
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { addressClass, isPublicUrl } from './guarded-connector.ts';

describe('addressClass', () => {
  it('addressClass distinguishes public, local and forbidden addresses', () => {
    const cases = {
      public: ['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'],
      local: [
        '127.0.0.1',
        '127.9.9.9',
        '10.1.2.3',
        '172.16.0.1',
        '192.168.0.1',
        '::1',
        'fd12::1',
        'fd00:42::1',
      ],
      never: [
        '169.254.169.254',
        '::ffff:169.254.169.254',
        'fe80::1',
        'fe80::1%eth0',
        '168.63.129.16',
        '100.100.100.200',
        '::ffff:a83f:8110',
        '::ffff:100.100.100.200',
        'fd00:ec2::254',
        'fd00:ec2::23',
        'FD00:0EC2:0:0:0:0:0:23%eth0',
        'fd00:42::42',
        'fd00:0042:0:0:0:0:0:42',
        'fd00:c1::a9fe:a9fe',
        '192.0.0.192',
        '0.0.0.0',
        '::',
        '255.255.255.255',
        '224.0.0.1',
        'fd20:ce::254',
        '::7f00:1',
        '4000::1',
        '64:ff9b::7f00:1',
        '2002:7f00:1::',
        'not an address',
        '',
      ],
    } as const;
    for (const [expected, addresses] of Object.entries(cases)) {
      for (const address of addresses) assert.equal(addressClass(address), expected, address);
    }
  });

  it('every spelling of an IPv4 address has the same class', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const octets = address.split('.').map(Number);
        const hex = octets.map((octet) => octet.toString(16).padStart(2, '0'));
        const mapped = `::ffff:${hex[0]}${hex[1]}:${hex[2]}${hex[3]}`;
        const [a, b, c, d] = octets as [number, number, number, number];
        const spellings = [
          String(((a * 256 + b) * 256 + c) * 256 + d),
          `${a}.${b}.${c * 256 + d}`,
          `${a}.${(b * 256 + c) * 256 + d}`,
          `::ffff:${address}`,
          mapped,
          mapped.toUpperCase(),
          `0x${hex.join('')}`,
          hex.map((octet) => `0x${octet}`).join('.'),
          octets.map((octet) => `0${octet.toString(8)}`).join('.'),
        ];
        for (const spelling of spellings) {
          assert.equal(addressClass(spelling), addressClass(address), spelling);
        }
      }),
      { numRuns: 20_000 },
    );
  });

  it('every spelling of an IPv6 address has the same class', () => {
    const groups = fc.array(fc.constantFrom(0, 1, 0xff, 0xfe80, 0xfd00, 0x2001, 0xffff), {
      minLength: 8,
      maxLength: 8,
    });
    fc.assert(
      fc.property(groups, (parts) => {
        const short = parts.map((part) => part.toString(16)).join(':');
        const long = parts.map((part) => part.toString(16).padStart(4, '0')).join(':');
        const { hostname } = new URL(`http://[${short}]/`); // compressed
        for (const spelling of [long, long.toUpperCase(), hostname.slice(1, -1), `${short}%eth0`]) {
          assert.equal(addressClass(spelling), addressClass(short), spelling);
        }
      }),
      { numRuns: 20_000 },
    );
  });
});

test('an https URL with a domain name or a public IP address is public', () => {
  for (const url of [
    'https://images.example.com/cat.png?size=2',
    'https://8.8.8.8/x',
    'https://[2606:4700:4700::1111]/x',
    'HTTPS://Example.COM.:8443/',
  ]) {
    assert.ok(isPublicUrl(url), url);
  }
});

test('isPublicUrl rejects other schemes, private names and private addresses in every spelling', () => {
  for (const url of [
    'http://images.example.com/cat.png',
    'file:///etc/passwd',
    'gopher://8.8.8.8/',
    'cat.png',
    '',
    'https://user@example.com/',
    'https://localhost/',
    'https://printer/',
    'https://printer.local/',
    'https://metadata.google.internal./',
    'https://a.LOCALHOST/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://169。254。169。254/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00:ec2::254]/',
    'https://0/',
  ]) {
    assert.ok(!isPublicUrl(url), url);
  }
});
