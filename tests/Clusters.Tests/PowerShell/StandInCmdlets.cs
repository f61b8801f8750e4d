using System.Collections;
using System.Management.Automation;
using System.Text.Json;

namespace DbIngest.Clusters.Tests.PowerShell;

/// <summary>
/// Stand-ins for the commands of PowerShell's own modules that the module calls. The engine is a package;
/// Microsoft.PowerShell.Management and Microsoft.PowerShell.Utility come with an installed PowerShell alone. Each has the
/// parameters that the module uses, and refuses any other.
/// </summary>
internal static class StandInCmdlets
{
    public static IEnumerable<(string Name, Type Type)> All =>
        from type in typeof(StandInCmdlets).GetNestedTypes()
        let name = (CmdletAttribute)type.GetCustomAttributes(typeof(CmdletAttribute), inherit: false).Single()
        select ($"{name.VerbName}-{name.NounName}", type);

    [Cmdlet(VerbsCommunications.Write, "Error")]
    public sealed class WriteError : PSCmdlet
    {
        [Parameter(Mandatory = true)]
        public string Message { get; set; } = string.Empty;

        [Parameter(Mandatory = true)]
        public string ErrorId { get; set; } = string.Empty;

        [Parameter(Mandatory = true)]
        public ErrorCategory Category { get; set; }

        [Parameter]
        public object? TargetObject { get; set; }

        protected override void ProcessRecord() =>
            WriteError(new ErrorRecord(new InvalidOperationException(Message), ErrorId, Category, TargetObject));
    }

    [Cmdlet(VerbsCommon.New, "Object")]
    public sealed class NewObject : PSCmdlet
    {
        [Parameter(Mandatory = true)]
        public string TypeName { get; set; } = string.Empty;

        [Parameter]
        public IDictionary? Property { get; set; }

        protected override void ProcessRecord()
        {
            if (TypeName != "PSObject")
            {
                WriteObject(Activator.CreateInstance(LanguagePrimitives.ConvertTo<Type>(TypeName)), enumerateCollection: false);
                return;
            }

            var made = new PSObject();
            foreach (DictionaryEntry property in Property!)
            {
                made.Properties.Add(new PSNoteProperty((string)property.Key, property.Value));
            }

            WriteObject(made);
        }
    }

    [Cmdlet(VerbsCommon.Add, "Member")]
    public sealed class AddMember : PSCmdlet
    {
        [Parameter(ValueFromPipeline = true)]
        public PSObject InputObject { get; set; } = new();

        [Parameter(Mandatory = true)]
        [ValidateSet("NoteProperty")]
        public string MemberType { get; set; } = string.Empty;

        [Parameter(Mandatory = true)]
        public string Name { get; set; } = string.Empty;

        [Parameter(Mandatory = true)]
        public object? Value { get; set; }

        protected override void ProcessRecord() => InputObject.Properties.Add(new PSNoteProperty(Name, Value));
    }

    [Cmdlet(VerbsCommon.Select, "Object")]
    public sealed class SelectObject : PSCmdlet
    {
        private int _taken;

        [Parameter(ValueFromPipeline = true)]
        public PSObject? InputObject { get; set; }

        [Parameter(Mandatory = true)]
        public int First { get; set; }

        protected override void ProcessRecord()
        {
            if (_taken++ < First)
            {
                WriteObject(InputObject);
            }
        }
    }

    [Cmdlet(VerbsData.ConvertFrom, "Json")]
    public sealed class ConvertFromJson : PSCmdlet
    {
        [Parameter(Mandatory = true)]
        public string InputObject { get; set; } = string.Empty;

        protected override void ProcessRecord()
        {
            using var document = JsonDocument.Parse(InputObject);
            WriteObject(Of(document.RootElement), enumerateCollection: true);
        }

        private static object? Of(JsonElement value)
        {
            switch (value.ValueKind)
            {
                case JsonValueKind.Object:
                    // A PSObject with nothing in it is what [pscustomobject] makes.
                    var made = new PSObject();
                    foreach (var property in value.EnumerateObject())
                    {
                        made.Properties.Add(new PSNoteProperty(property.Name, Of(property.Value)));
                    }

                    return made;
                case JsonValueKind.Array:
                    return value.EnumerateArray().Select(Of).ToArray();
                case JsonValueKind.String:
                    return value.GetString();
                case JsonValueKind.Number:
                    return value.TryGetInt64(out long whole) ? whole : value.GetDouble();
                case JsonValueKind.Null:
                    return null;
                default:
                    return value.GetBoolean();
            }
        }
    }

    [Cmdlet(VerbsCommon.Join, "Path")]
    public sealed class JoinPath : PSCmdlet
    {
        [Parameter(Mandatory = true, Position = 0)]
        public string Path { get; set; } = string.Empty;

        [Parameter(Mandatory = true, Position = 1)]
        public string ChildPath { get; set; } = string.Empty;

        protected override void ProcessRecord() => WriteObject(SessionState.Path.Combine(Path, ChildPath));
    }

    [Cmdlet(VerbsDiagnostic.Test, "Path")]
    public sealed class TestPath : PSCmdlet
    {
        [Parameter(Mandatory = true)]
        public string LiteralPath { get; set; } = string.Empty;

        [Parameter(Mandatory = true)]
        [ValidateSet("Leaf")]
        public string PathType { get; set; } = string.Empty;

        protected override void ProcessRecord() => WriteObject(File.Exists(GetUnresolvedProviderPathFromPSPath(LiteralPath)));
    }

    [Cmdlet(VerbsDiagnostic.Resolve, "Path")]
    public sealed class ResolvePath : PSCmdlet
    {
        [Parameter(Mandatory = true)]
        public string LiteralPath { get; set; } = string.Empty;

        protected override void ProcessRecord()
        {
            var made = new PSObject();
            made.Properties.Add(new PSNoteProperty("ProviderPath", GetUnresolvedProviderPathFromPSPath(LiteralPath)));
            WriteObject(made);
        }
    }

    [Cmdlet(VerbsCommon.Get, "ChildItem")]
    public sealed class GetChildItem : PSCmdlet
    {
        [Parameter(Mandatory = true)]
        public string Path { get; set; } = string.Empty;

        [Parameter]
        public SwitchParameter File { get; set; }

        protected override void ProcessRecord()
        {
            string pattern = GetUnresolvedProviderPathFromPSPath(Path);
            var folder = new DirectoryInfo(System.IO.Path.GetDirectoryName(pattern)!);
            var files = folder.Exists ? folder.GetFiles(System.IO.Path.GetFileName(pattern)) : [];
            foreach (var file in files.OrderBy(file => file.Name, StringComparer.Ordinal))
            {
                WriteObject(file);
            }
        }
    }
}
