using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Wire;
using DbIngest.Wire.Http;

namespace DbIngest.Targets.QuestDb;

/// <summary>
/// Reads the settings of a QuestDB server. <see cref="QuestDbServer"/> calls it when a target opens and for each description.
/// It must leave out settings that the server marks as secret. All its connections share one cursor of <c>SHOW PARAMETERS</c>
/// (questdb/questdb#6193): where two ask at once, as source processes do that start together, an answer lacks rows or cells,
/// repeats some, is no JSON, or is an error. So this class asks until two answers agree.
/// </summary>
internal static class QuestDbParameters
{
    private const int MostQuestions = 50;
    private const int NameCell = 0;
    private const int ValueCell = 2;
    private const int SecretCell = 4;

    /// <summary>Reads the settings.</summary>
    /// <param name="ask">
    /// Asks the server once. Each row has the name, a variable, the value, its origin, and whether it is secret.
    /// </param>
    /// <param name="cancellation">Cancels the waits between questions.</param>
    /// <returns>Settings by name, without secret ones.</returns>
    /// <exception cref="TargetException">No two answers in succession agreed.</exception>
    /// <exception cref="WireException">The server cannot be reached, or refuses each question.</exception>
    public static IReadOnlyDictionary<string, string> Read(
        Func<IReadOnlyList<JsonElement[]>> ask, CancellationToken cancellation)
    {
        Dictionary<string, string>? before = null;
        for (int question = 1; question <= MostQuestions; question++)
        {
            var now = ReadOnce(ask, isLast: question == MostQuestions);
            if (now is not null && before is not null && now.Count == before.Count && !now.Except(before).Any())
            {
                return now;
            }

            before = now;

            // Processes that began together go apart.
            cancellation.WaitHandle.WaitOne(1 + ((Environment.ProcessId + question) % 9));
            cancellation.ThrowIfCancellationRequested();
        }

        throw new TargetException(
            $"QuestDB answered SHOW PARAMETERS differently {MostQuestions} times, as it does while other clients ask the same; end "
            + $"what asks it all the time.");
    }

    /// <summary>An answer, or null if it cannot be right.</summary>
    private static Dictionary<string, string>? ReadOnce(Func<IReadOnlyList<JsonElement[]>> ask, bool isLast)
    {
        try
        {
            var settings = new Dictionary<string, string>(StringComparer.Ordinal);
            foreach (var row in ask())
            {
                // The cursor may also end within a row, or answer without a name.
                if (row.Length <= SecretCell || row[NameCell].ValueKind != JsonValueKind.String)
                {
                    return null;
                }

                if (row[ValueCell].ValueKind == JsonValueKind.String && row[SecretCell].ValueKind == JsonValueKind.False
                    && !settings.TryAdd(row[NameCell].GetString()!, row[ValueCell].GetString()!))
                {
                    return null;
                }
            }

            return settings;
        }
        catch (WireException exception) when (!isLast
            && exception is WireProtocolException or HttpStatusException { IsAccess: false })
        {
            return null;
        }
    }
}
