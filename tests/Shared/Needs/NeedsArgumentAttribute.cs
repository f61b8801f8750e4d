namespace DbIngest.Tests.Needs;

/// <summary>States that a parameter of a theory names what the test needs; otherwise as <see cref="NeedsAttribute"/>.</summary>
/// <param name="parameter">The parameter, a string.</param>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
public sealed class NeedsArgumentAttribute(string parameter) : Attribute
{
    /// <summary>The parameter's name.</summary>
    public string Parameter => parameter;
}
