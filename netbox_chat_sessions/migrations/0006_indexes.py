from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('netbox_chat_sessions', '0005_cleanuprun'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='chatsession',
            index=models.Index(fields=['-last_interaction', '-id'], name='chatsession_latest'),
        ),
        migrations.AddIndex(
            model_name='interaction',
            index=models.Index(
                condition=models.Q(('turn_id__isnull', False)), fields=['turn_id'], name='interaction_turn'
            ),
        ),
    ]
