using System.Text.RegularExpressions;
using YamlDotNet.Core;
using YamlDotNet.Serialization;
using YamlDotNet.Serialization.EventEmitters;

namespace DbIngest.Clusters.Manifests;

/// <summary>
/// Quotes texts that YAML 1.1 reads as a boolean or a number, because kubectl and the operators parse manifests as YAML 1.1.
/// <see cref="KubernetesFile"/> adds it to its serializer, which quotes by the rules of YAML 1.2. YamlDotNet's own option for 1.1
/// would replace those rules, and leave <c>1e5</c> plain.
/// </summary>
/// <param name="next">Writes the text.</param>
internal sealed partial class OldYamlQuotes(IEventEmitter next) : ChainedEventEmitter(next)
{
    /// <inheritdoc/>
    public override void Emit(ScalarEventInfo eventInfo, IEmitter emitter)
    {
        if (eventInfo.Source.Value is string text && Special().IsMatch(text))
        {
            eventInfo.Style = ScalarStyle.DoubleQuoted;
        }

        base.Emit(eventInfo, emitter);
    }

    /// <summary>
    /// Matches the types bool, int and float of https://yaml.org/type/, and capital prefixes of numbers, which kubectl accepts.
    /// </summary>
    [GeneratedRegex(
        "^(y|Y|yes|Yes|YES|n|N|no|No|NO|on|On|ON|off|Off|OFF"
        + "|[-+]?0[bB][01_]+|[-+]?0[oO]?[0-7_]+|[-+]?0[xX][0-9a-fA-F_]+"
        + "|[-+]?([0-9][0-9_]*\\.?[0-9_]*|\\.[0-9_]+)([eE][-+]?[0-9_]+)?"
        + "|[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\\.[0-9_]*)?)$",
        RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex Special();
}
