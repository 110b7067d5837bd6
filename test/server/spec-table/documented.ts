/** Every row of the service's documentation. */
export const GENERAL = [
  'each tenant has its own base address',
  'all URLs start with /rapi/v1/',
  'requests and responses use application/vnd.api+json',
  'every resource supports find, search, create, update and delete',
  'rooms have visitors and staff, or staff alone',
  'a draft is tied to a room',
  'ids are strings',
  'types are plural snake_case names',
  'the response of a single record',
  'the relationship room of a suggestion',
  'messages and users are named as resources',
] as const;

export const SHAPES = [
  '/{resource_name}',
  '/{resource_name}/{resource_id}',
  '/{resource_name}/relationships/{resource_name}',
  '/{resource_name}/relationships/{child_resource_name}/{child_resource_id}',
  '/rooms/{id}/relationships/messages',
] as const;

export const FIELDS = {
  suggestions: ['suggestion_messages_data'],
  rooms: [
    'name',
    'description',
    'is_private',
    'settings',
    'kind',
    'enabled',
    'room_code',
    'awaiting_support',
    'created_at_unix',
    'created_at',
    'is_external',
  ],
  support_draft_messages: [
    'message_content',
    'kind',
    'settings',
    'status',
    'resolved_time_unix',
    'comment',
    'create_user_resolved_read_time_unix',
    'created_at_unix',
    'updated_at_unix',
  ],
  clients: [
    'injectable_code',
    'settings',
    'title',
    'code',
    'default_embedded_css',
    'default_guest_css',
    'default_embedded_html',
  ],
  master_keywords: ['key_name', 'key_title', 'suggestions'],
} as const;

export const FILTERS = {
  suggestions: ['id', 'room_id'],
  rooms: [
    'id',
    'name',
    'is_private',
    'kind',
    'awaiting_support',
    'name_like',
    'replied',
    'starred',
    'private_rooms',
    'private_rooms_with_active_support',
    'private_rooms_with_active_or_awaiting_support',
    'current_user_is_member',
    'support_rooms_with_active_support',
    'support_rooms_with_active_or_awaiting_support',
    'current_users_support_rooms_with_active_or_awaiting_support',
    'support_room_name_like',
    'sort_unread_read_for_user_id',
  ],
  support_draft_messages: [
    'id',
    'resolved_user_id',
    'created_user_id',
    'approved',
    'rejected',
    'resolved',
    'in_review',
    'read',
    'content_or_room_name_like',
    'from_created_at',
    'to_created_at',
  ],
  clients: ['id'],
  master_keywords: ['id'],
} as const;

export const STATES = ['approved', 'rejected', 'in_review', 'an empty status', 'awaiting_support'] as const;

export const ENDPOINTS = [
  'GET /suggestions/{id}',
  'GET /suggestions',
  'POST /suggestions',
  'PUT /suggestions/{id}',
  'DELETE /suggestions/{id}',
  'GET /rooms/{id}',
  'GET /rooms',
  'POST /rooms',
  'PUT /rooms/{id}',
  'DELETE /rooms/{id}',
  'GET /rooms/{id}/history',
  'PUT /rooms/{id}/approve_support_draft_messages',
  'PUT /rooms/{id}/reject_support_draft_messages',
  'POST /rooms/create_or_find_group_room',
  'POST /rooms/create_or_find_direct_room',
  'GET /rooms/room_counts',
  'GET /support_draft_messages/{id}',
  'GET /support_draft_messages',
  'POST /support_draft_messages',
  'PUT /support_draft_messages/{id}',
  'DELETE /support_draft_messages/{id}',
  'PUT /support_draft_messages/mark_read_all_resolved',
  'PUT /support_draft_messages/{id}/approve',
  'PUT /support_draft_messages/{id}/reject',
  'PUT /support_draft_messages/{id}/mark_read',
  'GET /clients/{id}',
  'GET /clients',
  'POST /clients',
  'PUT /clients/{id}',
  'DELETE /clients/{id}',
  'POST /clients/{id}/login',
  'GET /master_keywords/{id}',
  'GET /master_keywords',
  'POST /master_keywords',
  'PUT /master_keywords/{id}',
  'DELETE /master_keywords/{id}',
] as const;

export const HEADERS = ['X-Access-Token', 'Content-Type', 'Accept'] as const;

export const PARAMETERS = [
  'page[number]',
  'page[size]',
  'sort',
  'fields[resource]',
  'include',
  'filter[name]',
] as const;

export const BODIES = ['create (POST)', 'update (PUT)', 'delete (DELETE)'] as const;

export const STATUSES = ['200', '201', '400', '401', '403', '404', '405', '406', '422', '500', '501'] as const;

export const ERRORS = [
  'the array is errors',
  'status',
  'code',
  'title',
  'detail',
  'title Unauthorized',
  'title Invalid IP Address',
] as const;

export const LIMITS = ['default page size', 'most records of a request', 'default page number', 'version'] as const;
