"""Paths of the REST API."""

from django.urls import path
from netbox.api.routers import NetBoxRouter

from . import views

app_name = 'netbox_chat_sessions'

router = NetBoxRouter()
# NetBox's serializers cannot make addresses for sessions/1.json: it would be an error 500.
router.include_format_suffixes = False
router.APIRootView = views.ChatSessionsRootView
router.register('sessions', views.ChatSessionViewSet)
router.register('interactions', views.InteractionViewSet)
router.register('entity-references', views.EntityReferenceViewSet)
router.register('proposals', views.ProposalViewSet)

urlpatterns = [
    path('chat/', views.ChatView.as_view(), name='chat'),
    path('health/', views.HealthView.as_view(), name='health'),
    path('sessions/<int:pk>/context/', views.SessionContextView.as_view(), name='session-context'),
    path(
        'sessions/<int:pk>/interactions/',
        views.SessionInteractionViewSet.as_view({'get': 'list', 'post': 'create'}),
        name='session-interactions',
    ),
    path('sessions/<int:pk>/resolve/', views.SessionResolveView.as_view(), name='session-resolve'),
    path('sessions/<int:pk>/classify/', views.SessionClassifyView.as_view(), name='session-classify'),
    path('sessions/<int:pk>/end/', views.SessionEndView.as_view(), name='session-end'),
    path('sessions/<int:pk>/handoff/', views.SessionHandoffView.as_view(), name='session-handoff'),
    path('sessions/<int:pk>/messages/', views.SessionMessagesView.as_view(), name='session-messages'),
    path('sessions/<int:pk>/release/', views.SessionReleaseView.as_view(), name='session-release'),
    path(
        'sessions/<int:pk>/memory/',
        views.SessionMemoryViewSet.as_view({'get': 'list', 'delete': 'forget'}),
        name='session-memory',
    ),
    path(
        'sessions/<int:pk>/memory/<int:reference>/',
        views.SessionMemoryViewSet.as_view({'patch': 'partial_update', 'delete': 'destroy'}),
        name='session-memory-item',
    ),
    path('interactions/<int:pk>/stop/', views.InteractionStopView.as_view(), name='interaction-stop'),
    path('proposals/<int:pk>/confirm/', views.ProposalConfirmView.as_view(), name='proposal-confirm'),
    path('proposals/<int:pk>/cancel/', views.ProposalCancelView.as_view(), name='proposal-cancel'),
    *router.urls,
]
