namespace DbIngest.Runner.Advising;

/// <summary>
/// The advices among the folders of <c>advise DIR...</c>: their questions, and the stores that they could not measure.
/// <c>AdviseVerb</c> creates one for an answer from folders. It reads nothing but <see cref="AdviseState"/>.
/// </summary>
internal sealed class StoredAdvices
{
    private static readonly string[] OfQuestion = ["--rate", "--keep", "--limit"];

    private readonly (string Folder, AdviseState State)[] _advices;

    /// <summary>Reads the advices.</summary>
    /// <param name="folders">Folders of advices and of results.</param>
    /// <exception cref="Core.Results.ResultException">The file of an advice is damaged.</exception>
    public StoredAdvices(IEnumerable<string> folders) =>
        _advices = [.. folders.Where(AdviseState.IsIn).Select(folder => (folder, AdviseState.Read(folder)))];

    /// <summary>Returns the arguments of the stored questions that a command leaves open, each once.</summary>
    /// <param name="arguments">Normalized arguments of the command, which replace stored ones.</param>
    /// <exception cref="UsageException">The advices answered different questions, and the command does not say which.</exception>
    public IReadOnlyList<string> Asked(IReadOnlyList<string> arguments)
    {
        var open = OfQuestion.Except(arguments.Select(NameOf), StringComparer.Ordinal).ToDictionary(name => name, name =>
            (from advice in _advices
             let argument = advice.State.Arguments.LastOrDefault(given => NameOf(given) == name)
             where argument is not null
             group advice.Folder by argument!).ToList());
        string[] unlike =
        [
            .. from option in open
               where option.Value.Count > 1
               let asked = option.Value.Select(folders => $"{folders.Key[(option.Key.Length + 1)..]} in {folders.First()}")
               select $"{option.Key}: the advices asked different things, {string.Join(", ", asked)}; say by {option.Key} what "
                   + "is asked now.",
        ];
        if (unlike.Length > 0)
        {
            throw new UsageException(unlike);
        }

        return [.. open.Values.SelectMany(folders => folders).Select(folders => folders.Key)];
    }

    /// <summary>
    /// Returns why stores could not be measured, by name of the store, without the stores that other folders measured. If several
    /// advices lack a store, the reason of the last one counts.
    /// </summary>
    /// <param name="isMeasuredBeside">
    /// True if the folders other than the named one hold everything that is asked of a store.
    /// </param>
    public IReadOnlyDictionary<string, string> Missing(Func<string, string, bool> isMeasuredBeside)
    {
        var missing = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var (folder, state) in _advices)
        {
            foreach (var (store, why) in state.Missing.Where(lost => !isMeasuredBeside(folder, lost.Key)))
            {
                missing[store] = why;
            }
        }

        return missing;
    }

    private static string NameOf(string argument) => argument.Split('=')[0];
}
