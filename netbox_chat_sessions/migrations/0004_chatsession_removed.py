from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('netbox_chat_sessions', '0003_topics'),
    ]

    operations = [
        migrations.AddField(
            model_name='chatsession',
            name='removed',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name='chatsession',
            index=models.Index(
                condition=models.Q(('removed__isnull', False)), fields=['removed'], name='chatsession_removed'
            ),
        ),
    ]
