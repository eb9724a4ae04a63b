/** JSON Schemas of GitHub's files, as far as this repository uses them; written after GitHub's documentation. */

const text = { type: 'string', minLength: 1 } as const;
const id = { type: 'string', pattern: '^[\\w-]+$' } as const;
const validations = {
  type: 'object',
  additionalProperties: false,
  properties: { required: { type: 'boolean' } },
} as const;

/** One kind of element of an issue form. */
function element(type: string, attributes: object, required: readonly string[]): object {
  const isInput = type !== 'markdown';
  return {
    type: 'object',
    additionalProperties: false,
    required: ['type', 'attributes', ...(isInput ? ['id'] : [])],
    properties: {
      type: { const: type },
      ...(isInput && { id, validations }),
      attributes: { type: 'object', additionalProperties: false, required, properties: attributes },
    },
  };
}

const labelled = { label: text, description: text };
const ELEMENTS = [
  element('markdown', { value: text }, ['value']),
  element('input', { ...labelled, placeholder: text, value: text }, ['label']),
  element('textarea', { ...labelled, placeholder: text, value: text, render: text }, ['label']),
  element(
    'dropdown',
    {
      ...labelled,
      multiple: { type: 'boolean' },
      options: { type: 'array', minItems: 1, uniqueItems: true, items: text },
      default: { type: 'integer', minimum: 0 },
    },
    ['label', 'options'],
  ),
];

export const ISSUE_FORM = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'description', 'body'],
  properties: {
    name: text,
    description: text,
    title: text,
    labels: { type: 'array', items: text },
    body: {
      type: 'array',
      minItems: 1,
      contains: { properties: { type: { not: { const: 'markdown' } } } },
      items: { anyOf: ELEMENTS },
    },
  },
};

export const ISSUE_CONFIG = {
  type: 'object',
  additionalProperties: false,
  properties: {
    blank_issues_enabled: { type: 'boolean' },
    contact_links: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'url', 'about'],
        properties: { name: text, url: { type: 'string', pattern: '^https://' }, about: text },
      },
    },
  },
};

const folder = { type: 'string', pattern: '^/' };
const patterns = { type: 'array', minItems: 1, items: text };

export const DEPENDABOT = {
  type: 'object',
  additionalProperties: false,
  required: ['version', 'updates'],
  properties: {
    version: { const: 2 },
    updates: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['package-ecosystem', 'schedule'],
        oneOf: [{ required: ['directory'] }, { required: ['directories'] }],
        properties: {
          'package-ecosystem': { enum: ['npm', 'github-actions'] },
          directory: folder,
          directories: { type: 'array', minItems: 1, uniqueItems: true, items: folder },
          ignore: {
            type: 'array',
            minItems: 1,
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['dependency-name'],
              properties: { 'dependency-name': text },
            },
          },
          schedule: {
            type: 'object',
            additionalProperties: false,
            required: ['interval'],
            properties: { interval: { enum: ['daily', 'weekly', 'monthly'] } },
          },
          groups: {
            type: 'object',
            minProperties: 1,
            additionalProperties: {
              type: 'object',
              additionalProperties: false,
              properties: {
                patterns,
                'exclude-patterns': patterns,
                'update-types': {
                  type: 'array',
                  items: { enum: ['major', 'minor', 'patch'] },
                },
              },
            },
          },
        },
      },
    },
  },
};
