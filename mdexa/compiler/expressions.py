# moved: use mdexa/expressions.py (parse, keys, spdx_keys, BadExpression); this file will be deleted, do not extend it
