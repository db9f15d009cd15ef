from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('netbox_chat_sessions', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='chatsession',
            name='forgotten_until',
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
    ]
