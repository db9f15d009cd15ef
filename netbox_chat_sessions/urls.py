"""Paths below /plugins/chat-sessions/."""

from django.urls import include, path
from utilities.urls import get_model_urls

from .views import panel, panel_selection, panel_sessions, proposals, sending, understanding

APP = 'netbox_chat_sessions'

urlpatterns = [
    path('sessions/', include(get_model_urls(APP, 'chatsession', detail=False))),
    path('sessions/<int:pk>/', include(get_model_urls(APP, 'chatsession'))),
    path('interactions/<int:pk>/', include(get_model_urls(APP, 'interaction'))),
    path('panel/', panel.TranscriptView.as_view(), name='panel'),
    path('panel/suggestions/', panel.SuggestionsView.as_view(), name='panel_suggestions'),
    path('panel/selection/', panel_selection.SelectionView.as_view(), name='panel_selection'),
    path('panel/send/', sending.SendView.as_view(), name='panel_send'),
    path('panel/turns/<uuid:turn_id>/', sending.TurnView.as_view(), name='panel_turn'),
    path('panel/turns/<uuid:turn_id>/stop/', sending.StopView.as_view(), name='panel_stop'),
    path(
        'panel/interactions/<int:pk>/references/<int:place>/',
        understanding.AlternativesView.as_view(),
        name='panel_alternatives',
    ),
    path('panel/interactions/<int:pk>/feedback/', understanding.FeedbackView.as_view(), name='panel_feedback'),
    path('panel/sessions/<int:pk>/memory/', understanding.MemoryView.as_view(), name='panel_memory'),
    path(
        'panel/sessions/<int:pk>/memory/<int:reference>/', understanding.ReferenceView.as_view(), name='panel_reference'
    ),
    path('panel/sessions/', panel_sessions.SessionsView.as_view(), name='panel_sessions'),
    path('panel/sessions/delete/', panel_sessions.RemoveAllView.as_view(), name='panel_delete_all'),
    path('panel/sessions/restore/', panel_sessions.RestoreView.as_view(), name='panel_restore'),
    path('panel/sessions/<int:pk>/delete/', panel_sessions.RemoveView.as_view(), name='panel_delete'),
    path('panel/sessions/<int:pk>/rename/', panel_sessions.RenameView.as_view(), name='panel_rename'),
    path('panel/proposals/<int:pk>/', proposals.CardView.as_view(), name='panel_proposal'),
    path('panel/proposals/<int:pk>/confirm/', proposals.ConfirmView.as_view(), name='panel_proposal_confirm'),
    path('panel/proposals/<int:pk>/cancel/', proposals.CancelView.as_view(), name='panel_proposal_cancel'),
    path('panel/sessions/<int:pk>/end/', panel.EndView.as_view(), name='panel_end'),
    path('panel/sessions/<int:pk>/handoff/', panel.HandoffView.as_view(), name='panel_handoff'),
    path('panel/sessions/<int:pk>/release/', panel.ReleaseView.as_view(), name='panel_release'),
    path('panel/sessions/<int:pk>/withdraw/', panel.WithdrawView.as_view(), name='panel_withdraw'),
]
