from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('netbox_chat_sessions', '0004_chatsession_removed'),
    ]

    operations = [
        migrations.CreateModel(
            name='CleanupRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ('part', models.CharField(max_length=20, unique=True)),
                ('finished', models.DateTimeField()),
                ('unfinished', models.BooleanField(default=False)),
                ('totals', models.JSONField(default=dict)),
            ],
            options={
                'verbose_name': 'cleanup run',
                'verbose_name_plural': 'cleanup runs',
                'ordering': ('part',),
                'default_permissions': ('view',),
            },
        ),
    ]
