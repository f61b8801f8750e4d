using System.Globalization;
using DbIngest.Service.Problems;

namespace DbIngest.Service.Lines;

/// <summary>
/// Combines the refusals of the pieces of a request in line protocol into one refusal. <c>InfluxRoutes</c> calls it once per
/// request, after all pieces have ended, when at least one piece was refused. The refusal of a piece covers the points of that
/// piece only, so the combined refusal must not repeat "nothing was stored" if another piece is stored.
/// </summary>
internal static class PartialWrite
{
    /// <summary>Makes the refusal of the request.</summary>
    /// <param name="pieces">The refusals of its pieces, at least one.</param>
    /// <param name="stored">Points of the request that the store has acknowledged.</param>
    /// <param name="points">All points of the request.</param>
    public static RefusalException Of(IReadOnlyList<RefusalException> pieces, int stored, int points)
    {
        var again = pieces.FirstOrDefault(piece => piece.IsUnknown) ?? pieces.FirstOrDefault(piece => piece.Status > 500);
        var shown = again ?? pieces[0];
        if (stored == 0 && !shown.IsUnknown)
        {
            return shown;
        }

        string detail = string.Create(CultureInfo.InvariantCulture,
            $"{stored} of {points} points are stored for certain. Of the others: {shown.Reason}");
        return again is null
            ? new RefusalException(shown.Status, detail, shown) { Field = shown.Field, Remedy = shown.Remedy }
            : RefusalException.OutcomeUnknown(detail, shown);
    }
}
