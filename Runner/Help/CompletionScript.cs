using System.Reflection;
using CommandLine;

namespace DbIngest.Runner.Help;

/// <summary>
/// Writes completion scripts for shells from the option classes of the verbs. <c>CompletionVerb</c> prints a script, which must
/// complete a word without starting the program.
/// </summary>
/// <param name="verbs">
/// The option classes of all verbs. The first must be the default verb: its options complete a command without a verb.
/// </param>
/// <param name="databases">The names for <c>--db</c>.</param>
internal sealed class CompletionScript(IReadOnlyList<Type> verbs, IReadOnlyList<string> databases)
{
    private static readonly string[] Paths = ["DIR", "FILE", "PATH"];

    private readonly List<(string Name, List<OptionAttribute> Options)> _verbs =
    [
        .. from verb in verbs
           let attribute = verb.GetCustomAttribute<VerbAttribute>()!
           where !attribute.Hidden
           select (attribute.Name, HelpText.OptionsOf(verb).OrderBy(option => option.LongName, StringComparer.Ordinal).ToList()),
    ];

    /// <summary>The supported shells.</summary>
    public static IReadOnlyList<string> Shells { get; } = ["bash", "zsh", "powershell"];

    private string Words => string.Join(' ', _verbs.Select(verb => verb.Name).Append("help"));

    private string Databases => string.Join(' ', databases);

    private IEnumerable<string> PathOptions => _verbs
        .SelectMany(verb => verb.Options)
        .Where(option => Paths.Contains(option.MetaValue, StringComparer.Ordinal))
        .Select(option => "--" + option.LongName)
        .Distinct(StringComparer.Ordinal);

    /// <summary>Writes the script for a shell.</summary>
    /// <param name="shell">One of <see cref="Shells"/>.</param>
    public string Of(string shell) => shell switch
    {
        "bash" => Bash(),
        "zsh" => Zsh(),
        _ => PowerShell(),
    };

    private static string OptionsOf(List<OptionAttribute> options) =>
        string.Join(' ', options.Select(option => "--" + option.LongName).Append("--help"));

    private string Cases(string indent) =>
        string.Join('\n', _verbs.Select(verb => $"{indent}{verb.Name}) options='{OptionsOf(verb.Options)}' ;;"));

    private string Bash() => $$"""
        # dbingest in bash: eval "$(dbingest completion bash)"
        _dbingest() {
          local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]} options
          case $previous in
            --db) COMPREPLY=($(compgen -W '{{Databases}}' -- "$current")); return ;;
            {{string.Join('|', PathOptions)}}) COMPREPLY=($(compgen -f -- "$current")); return ;;
          esac
          case $verb in
        {{Cases("    ")}}
            *) options='{{OptionsOf(_verbs[0].Options)}}' ;;
          esac
          if [[ $current == -* ]]; then
            COMPREPLY=($(compgen -W "$options" -- "$current"))
          elif ((COMP_CWORD == 1)); then
            COMPREPLY=($(compgen -W '{{Words}}' -- "$current"))
          else
            COMPREPLY=($(compgen -f -- "$current"))
          fi
        }
        complete -o filenames -F _dbingest dbingest
        """;

    private string Zsh() => $$"""
        #compdef dbingest
        # dbingest in zsh: eval "$(dbingest completion zsh)", after compinit
        _dbingest() {
          local current=${words[CURRENT]} previous=${words[CURRENT-1]} options
          case $previous in
            --db) compadd -- {{Databases}}; return ;;
            {{string.Join('|', PathOptions)}}) _files; return ;;
          esac
          case ${words[2]} in
        {{Cases("    ")}}
            *) options='{{OptionsOf(_verbs[0].Options)}}' ;;
          esac
          if [[ $current == -* ]]; then
            compadd -- ${=options}
          elif ((CURRENT == 2)); then
            compadd -- {{Words}}
          else
            _files
          fi
        }
        compdef _dbingest dbingest
        """;

    private string PowerShell() => $$"""
        # dbingest in PowerShell: dbingest completion powershell | Out-String | Invoke-Expression
        Register-ArgumentCompleter -Native -CommandName dbingest -ScriptBlock {
          param($current, $command, $cursor)
          $words = @($command.CommandElements | ForEach-Object { $_.ToString() })
          $previous = if ($current) { $words[-2] } else { $words[-1] }
          $options = switch ($words[1]) {
        {{string.Join('\n', _verbs.Select(verb => $"    '{verb.Name}' {{ '{OptionsOf(verb.Options)}' }}"))}}
            default { '{{OptionsOf(_verbs[0].Options)}}' }
          }
          $found = if ($previous -eq '--db') { '{{Databases}}' }
            elseif ($current -like '-*') { $options }
            elseif ($words.Count -le 2) { '{{Words}}' }
            else { '' }
          $found -split ' ' | Where-Object { $_ -and $_.StartsWith($current) } |
            ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
        }
        """;
}
